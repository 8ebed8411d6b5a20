import { isAlive } from './processes.ts'

/**
 * Calls back once when the launcher of this process was killed, which sends no signal. Without a
 * launcher nothing is watched, because a shell may leave background jobs on purpose.
 */
export function whenParentIsGone(callback: () => void, everyMs = 500): void {
  const launcher = Number(process.env.RECEIVABLES_LAUNCHER_PID)
  // Programs started by this process must not watch its launcher.
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
