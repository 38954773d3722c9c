// A button with a menu: arrows, Home, End, Enter and Esc as everybody knows them.
import { useEffect, useRef, useState } from "preact/hooks";
import { ChevronIcon } from "./icons.tsx";

export interface Item {
  label: string;
  isOff: boolean;
  run(): void;
}

export function Menu({ name, groups }: { name: string; groups: readonly (readonly Item[])[] }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = () => [
    ...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? []),
  ];
  useEffect(() => {
    if (!isOpen) return;
    items()[0]?.focus();
    const leave = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape") close();
    else if (event.key === "Tab") return setOpen(false);
    else if (event.key === "ArrowDown") all[(at + 1) % all.length]?.focus();
    else if (event.key === "ArrowUp") all.at(at - 1)?.focus();
    else if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the menu within.
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {name} <ChevronIcon />
      </button>
      {isOpen && (
        <div role="menu" aria-label={name}>
          {groups.map((group, at) => (
            <div key={at} role="group">
              {group.map(({ label, isOff, run }) => (
                <button
                  key={label}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  disabled={isOff}
                  onClick={() => {
                    close();
                    run();
                  }}
                >
                  {label}
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
