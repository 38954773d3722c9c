// A chart of the library, which comes with the first one.
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Colours, Drawn, Plan, Size } from "../charts/plan.ts";
import { read } from "../state/store.ts";

let library: Promise<typeof import("../charts/charts.ts")> | undefined;

export function Canvas({ plan, width, height }: Size & { plan: Plan }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const size = useRef<Size>({ width, height });
  size.current = { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) };
  const isDark = useDark();
  const { theme } = read();
  useEffect(() => {
    let isGone = false;
    library ??= import("../charts/charts.ts");
    void library.then(({ drawChart }) => {
      if (!isGone && canvas.current)
        drawn.current = drawChart(canvas.current, plan, size.current, coloursOf(canvas.current));
    });
    return () => {
      isGone = true;
      drawn.current?.end();
      drawn.current = null;
    };
  }, [plan, isDark, theme]);
  useLayoutEffect(() => drawn.current?.resize(size.current), [width, height]);
  return <canvas ref={canvas} />;
}

function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: colour("--ink3"),
    line: colour("--g5"),
    card: colour("--card"),
    tones: Array.from({ length: 8 }, (_, at) => colour(`--t${at + 1}`)),
  };
}

/** Draws again when the system's colours change. */
function useDark(): boolean {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const [, redraw] = useReducer((count: number, _: undefined) => count + 1, 0);
  useEffect(() => {
    const listener = () => redraw(undefined);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  }, []);
  return query.matches;
}
