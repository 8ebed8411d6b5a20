import { refuseTimes } from '../../src/activities/automation/times.ts'
import { chance } from './chance.ts'

/** Crons as people and programs write them, many of them refused; the same for a seed. */
export function cronsOf(seed: number, count: number): string[] {
  const below = chance(seed)
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T
  const field = (most: number, names: readonly string[] = []) => {
    const value = () => one([String(below(most + 1)), `0${below(10)}`, ...names])
    return one([
      () => '*',
      () => '*',
      () => '*',
      value,
      () => `${value()},${value()}`,
      () => `${value()}-${value()}`,
      () => `${value()}-${value()}/${one([2, 3, 5])}`,
      () => `*/${one([2, 7, 15, 20, 30])}`,
      () => `${value()}-${value()},${value()}`,
      () => `*,${value()}`,
    ])()
  }
  const days = ['MON', 'sun', 'FRI', 'SUN']
  return Array.from({ length: count }, () =>
    [field(59), field(23), field(31), field(12, ['JAN', 'dec']), field(7, days)].join(' '),
  )
}

export function isTaken(cron: string): boolean {
  try {
    refuseTimes(cron, 'UTC')
    return true
  } catch {
    return false
  }
}
