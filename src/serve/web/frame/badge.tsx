// The states of a dashboard: different in shape first, in colour second.
import { AlertIcon, BrokenIcon, ConflictIcon, DriftIcon, NewIcon, PendingIcon } from "./icons.tsx";
import type { Badge as Kind } from "./tree-rows.ts";

export const BADGES: Record<Kind, { icon: () => preact.JSX.Element; name: string }> = {
  finding: { icon: AlertIcon, name: "Finding" },
  pending: { icon: PendingIcon, name: "Pending" },
  new: { icon: NewIcon, name: "New" },
  drift: { icon: DriftIcon, name: "Edited in the UI" },
  conflict: { icon: ConflictIcon, name: "Both sides" },
  broken: { icon: BrokenIcon, name: "Does not load" },
};

export function Badge({ kind }: { kind: Kind }) {
  const { icon: Icon, name } = BADGES[kind];
  return (
    <span class={`badge ${kind}`} title={name}>
      <Icon />
      <span class="unseen">{name}</span>
    </span>
  );
}
