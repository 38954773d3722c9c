import { draw } from "./lanes.js";

draw(document.querySelector("main"));
