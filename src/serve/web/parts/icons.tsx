// Small pictures, drawn in the colour of the text. They are beside words or in buttons with a name, so nobody needs to hear them.
import type { ComponentChildren } from "preact";

const Icon = ({ children, size = 16 }: { children: ComponentChildren; size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
    {children}
  </svg>
);
const line = (d: string, size?: number) => () => (
  <Icon {...(size && { size })}>
    <path class="stroke" d={d} />
  </Icon>
);

export const SearchIcon = line("M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14");
export const UndoIcon = line("M5.5 3.5 2.5 6.5l3 3M2.5 6.5h7a4 4 0 0 1 0 8H7");
export const RedoIcon = line("m10.5 3.5 3 3-3 3M13.5 6.5h-7a4 4 0 0 0 0 8H9");
export const MoonIcon = line("M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z");
export const HelpIcon = line(
  "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM6 6.2C6.2 4 10 4 10 6.3c0 1.5-2 1.6-2 3M8 11.4v.4",
);
export const OpenIcon = line(
  "M6.5 3h-3A1.5 1.5 0 0 0 2 4.5v8A1.5 1.5 0 0 0 3.5 14h8a1.5 1.5 0 0 0 1.5-1.500v-3M9 2h5v5M14 2 7.5 8.5",
  14,
);
export const CopyIcon = line("M5.5 5.500v-3h8v8h-3M2.5 5.500h8v8h-8z", 14);
export const MenuIcon = line("M2 4h12M2 8h12M2 12h12");
export const ChevronIcon = line("m4 6 4 4 4-4", 12);
export const CheckIcon = line("m3 8.5 3.5 3.500L13 4.5", 14);
export const CloseIcon = line("m4 4 8 8M12 4l-8 8", 14);

export const AlertIcon = () => (
  <Icon size={12}>
    <path class="stroke" d="M8 2.5 14.5 13.500h-13ZM8 6.500v3.200M8 11.700v.2" />
  </Icon>
);
export const PendingIcon = () => (
  <Icon size={12}>
    <circle class="fill" cx="8" cy="8" r="4" />
  </Icon>
);
export const NewIcon = () => (
  <Icon size={12}>
    <path class="stroke thick" d="M8 2.500v11M2.5 8h11" />
  </Icon>
);
export const DeletedIcon = line("M2.5 8h11", 12);
export const OwnerIcon = line("M3 3h10v10H3Z", 12);
export const DriftIcon = () => (
  <Icon size={12}>
    <path class="stroke" d="M8 2 14 8l-6 6-6-6Z" />
  </Icon>
);
export const ConflictIcon = () => (
  <Icon size={12}>
    <path class="stroke thick" d="m3.5 3.5 9 9M12.5 3.500l-9 9" />
  </Icon>
);
export const BrokenIcon = () => (
  <Icon size={13}>
    <path class="fill" d="M5 1.500h6L14.5 5v6L11 14.500H5L1.5 11V5Z" />
    <path class="hole" d="M8 4.500v4.200M8 11v.5" />
  </Icon>
);
export const LogoIcon = () => (
  <svg class="logo" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <rect class="stroke" x="2" y="2" width="16" height="16" rx="4" />
    <rect class="fill" x="5.5" y="5.5" width="3.5" height="9" rx="1" />
    <rect class="fill" x="11" y="5.5" width="3.5" height="3.5" rx="1" />
    <rect class="lit" x="11" y="11" width="3.5" height="3.5" rx="1" />
  </svg>
);
