// Where one side of a test waits for the other.

export interface Gate {
  passed: Promise<void>;
  pass(): void;
  isOpen(): boolean;
}

export function gate(): Gate {
  let isOpen = false;
  let pass = (): void => {};
  const passed = new Promise<void>((resolve) => {
    pass = () => {
      isOpen = true;
      resolve();
    };
  });
  return { passed, pass: () => pass(), isOpen: () => isOpen };
}
