// What the browser runs.
import { render } from "preact";
import { App } from "./app.tsx";
import { listenToKeys } from "./keys.ts";
import { start } from "./state/start.ts";
import { restoreTheme } from "./state/theme.ts";
import { restoreZoom } from "./state/zoom.ts";

restoreTheme();
restoreZoom();
listenToKeys();
const root = document.getElementById("studio");
if (root) render(<App />, root);
void start();
