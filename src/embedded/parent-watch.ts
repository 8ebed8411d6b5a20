import { isAlive } from './processes.ts'

/**
 * Calls back once when the launcher that started this process is gone without a word (SIGKILL).
 * Without a launcher nothing is watched: a shell may leave its background jobs on purpose.
 */
export function whenParentIsGone(callback: () => void, everyMs = 500): void {
  const launcher = Number(process.env.RECEIVABLES_LAUNCHER_PID)
  // Programs started from here must not take our launcher for theirs.
  delete process.env.RECEIVABLES_LAUNCHER_PID
  if (!launcher) return
  if (process.ppid !== launcher && isAlive(launcher)) return
  const timer = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(timer)
    callback()
  }, everyMs)
  timer.unref()
}
