// There is nothing to show here: what is so, and what to do.
import type { ComponentChildren } from "preact";

export function EmptyState({
  title,
  text,
  children,
}: {
  title: string;
  text?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div class="buttons">{children}</div>}
    </div>
  );
}
