/** Whether a process with this id runs on this machine, also if it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it is alive and belongs to another user.
    return (cause as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
