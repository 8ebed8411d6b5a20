import { isBound, type Scope } from '../../domain/access/scope.ts'
import { platformId } from '../../domain/id-forms.ts'
import { refuse } from '../../domain/refusal.ts'
import { secondTopics, topics, type Topic } from '../../domain/topics.ts'
import { lockKey } from './lock-key.ts'
import type { Unit } from './unit.ts'

/** What takes a second person, and what it is about. */
export interface SecondNeeded {
  topic: Topic
  subject: { type: string; id: string; clientId: string | null }
  /** All that the effect hangs on: a second who asks for something else begins anew. */
  payload: Readonly<Record<string, unknown>>
  /** Which right whoever asks has to keep, where another one opens the operation. */
  right?: string
  /** It brings about a state, which is not brought about again while it is there. */
  isState?: true
  /** What is told of the payload, where it holds what is not. */
  told?: Readonly<Record<string, unknown>>
  /** Where only more than some amount takes two: a topic without one always counts as more. */
  amount?: { minor: bigint; currency: string }
  /** Of what all that one does alone on a day is one amount: the client, or else the tenant. */
  partOf?: string
}

/** What a verb returns instead of its effect until a second person agrees: the kernel goes on. */
export class Pending {
  readonly needed: SecondNeeded

  constructor(needed: SecondNeeded) {
    this.needed = needed
  }
}

const agreed = new WeakMap<Unit, ReadonlySet<Topic>>()

/** From here on the unit goes through: it takes nobody else, or only shows what it would do. */
export function goOn(unit: Unit, further: readonly Topic[] = topics): void {
  agreed.set(unit, new Set([...(agreed.get(unit) ?? []), ...further]))
}

/** Nothing that it does takes anybody else. */
export const goesOn = (unit: Unit): boolean =>
  isByPlatform(unit) || agreed.get(unit)?.size === topics.length

const isByPlatform = ({ principal: { kind, id } }: Unit) => kind === 'PLATFORM' && id === platformId

/** Before anything else is held: what the subject stands at is then still so when it is changed. */
export function lockSecond(unit: Unit, topic: Topic, subjectId: string): Promise<void> {
  return lockKey(unit, 'second', `${topic} ${subjectId}`)
}

/**
 * Before a verb holds or changes anything, which returns what it is given here. Undefined once
 * nobody else has to agree; of what the platform does by itself nobody has. Whether or not the
 * tenant has it take two: of what is the tenant's alone no client's people are one.
 */
export function requireSecond(unit: Unit, needed: SecondNeeded): Pending | undefined {
  const { topic, subject } = needed
  refuseOfTenant(unit.scope, topic, subject.clientId)
  if (isByPlatform(unit) || agreed.get(unit)?.has(topic) === true) return undefined
  // A task or an automation goes on in the name of one person, and can ask nobody.
  return unit.principal.kind === 'PLATFORM' ? refuse('TAKES_TWO_PEOPLE') : new Pending(needed)
}

/** Callers bound to a client or debtor neither ask, nor agree, nor say no. */
export function refuseOfTenant(scope: Scope, topic: Topic, clientId: string | null): void {
  if (!isBound(scope)) return
  const isTheirs = secondTopics[topic].ofClients !== undefined && scope.debtorId === null
  if (!isTheirs || clientId === null || clientId !== scope.clientId) refuse('FOR_THE_TENANT_ALONE')
}
