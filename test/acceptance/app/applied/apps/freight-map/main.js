import { draw } from "./lanes.js";

draw(document.body);
