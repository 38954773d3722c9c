// A choice of two.

export function Switch({
  label,
  names,
  isSecond,
  choose,
}: {
  label: string;
  names: readonly [string, string];
  isSecond: boolean;
  choose(isSecond: boolean): void;
}) {
  return (
    <span class="switch small" role="group" aria-label={label}>
      {names.map((name, at) => (
        <button
          key={name}
          type="button"
          aria-pressed={isSecond === (at === 1)}
          onClick={() => choose(at === 1)}
        >
          {name}
        </button>
      ))}
    </span>
  );
}
