// The states of a dashboard: different in shape first, in colour second.
import {
  AlertIcon,
  BrokenIcon,
  ConflictIcon,
  DeletedIcon,
  DriftIcon,
  NewIcon,
  OwnerIcon,
  PendingIcon,
} from "../parts/icons.tsx";
import type { Badge as Kind } from "../state/tree-rows.ts";

export const BADGES: Record<Kind, { icon: () => preact.JSX.Element; name: string }> = {
  finding: { icon: AlertIcon, name: "Finding" },
  pending: { icon: PendingIcon, name: "Pending" },
  new: { icon: NewIcon, name: "New" },
  deleted: { icon: DeletedIcon, name: "Deleted on the platform" },
  drift: { icon: DriftIcon, name: "Edited in the UI" },
  conflict: { icon: ConflictIcon, name: "Both sides" },
  renamed: { icon: OwnerIcon, name: "Renamed in the UI" },
  adopt: { icon: OwnerIcon, name: "Not managed yet" },
  takeover: { icon: OwnerIcon, name: "Of another project" },
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
