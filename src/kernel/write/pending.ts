import type { Topic } from '../../domain/topics.ts'
import { lockKey } from './lock-key.ts'
import type { Unit } from './unit.ts'

/** What takes a second person, and what it is about. */
export interface SecondNeeded {
  topic: Topic
  subject: { type: string; id: string; clientId: string | null }
  /** All that the effect hangs on: a second who asks for something else begins anew. */
  payload: Readonly<Record<string, unknown>>
  /** It brings about a state, which is not brought about again while it is there. */
  isState?: true
  /** What is told of the payload, where it holds what is not. */
  told?: Readonly<Record<string, unknown>>
  /** Where only more than some amount takes two: a topic without one always counts as more. */
  amount?: { minor: bigint; currency: string }
}

/** What a verb returns instead of its effect until a second person agrees: the kernel goes on. */
export class Pending {
  readonly needed: SecondNeeded

  constructor(needed: SecondNeeded) {
    this.needed = needed
  }
}

const seconded = new WeakSet<Unit>()

/** From here on the unit goes through: it takes nobody else, or only shows what it would do. */
export function goOn(unit: Unit): void {
  seconded.add(unit)
}

/** Before anything else is held: what the subject stands at is then still so when it is changed. */
export function lockSecond(unit: Unit, topic: Topic, subjectId: string): Promise<void> {
  return lockKey(unit, 'second', `${topic} ${subjectId}`)
}

/**
 * Before a verb holds or changes anything, which returns what it is given here. Undefined once
 * nobody else has to agree; of what the platform does by itself nobody has.
 */
export function requireSecond(unit: Unit, needed: SecondNeeded): Pending | undefined {
  const isFree = seconded.has(unit) || unit.principal.kind === 'PLATFORM'
  return isFree ? undefined : new Pending(needed)
}
