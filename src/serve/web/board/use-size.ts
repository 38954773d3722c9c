// How much room an element has, and which part of it is on the screen.
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** As styles/narrow.css has it: boards have less around them, and those of Compare are below each other. */
export const isPhone = () => matchMedia("(max-width: 720px)").matches;

export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** From where to where it is scrolled, in steps: not every pixel draws a board again. */
export function useScrolled(box: RefObject<HTMLElement | null>, isOn: boolean): { from: number; to: number } {
  const [at, setAt] = useState(0);
  const [height, setHeight] = useState(1000);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isOn) return;
    const step = () => {
      setAt(Math.floor(element.scrollTop / 200) * 200);
      setHeight(element.clientHeight);
    };
    step();
    element.addEventListener("scroll", step, { passive: true });
    return () => element.removeEventListener("scroll", step);
  }, [isOn]);
  return { from: at - 400, to: at + height + 600 };
}
