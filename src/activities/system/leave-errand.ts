import {
  type ErrandAction,
  type ErrandType,
  isUnresolved,
  lifeOfErrand,
  type Severity,
} from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockKey, lockKeys } from '../../kernel/write/lock-key.ts'
import { clientFound, errandMoved } from './errand-moved.ts'
import { addErrandEvent } from './add-errand-event.ts'
import { cutText } from '../../domain/cut-text.ts'

export interface ErrandDraft {
  type: ErrandType
  subjectType: string
  subjectId: string
  clientId?: string | null
  severity?: Severity
  title: string
  data?: Record<string, unknown>
  suggestion?: { action: ErrandAction; confidence?: string; reason?: string } | null
  /** The key of the cause: there is one errand for it, even if it happens often. */
  dedupeKey: string
}

/** Locks several errands in one order, because other units may leave the same ones. */
export const lockErrands = (unit: Unit, dedupeKeys: readonly string[]): Promise<void> =>
  lockKeys(unit, 'errand', dedupeKeys)

/** Work for people. The cause that comes back opens the errand that it had. */
export async function leaveErrand(unit: Unit, draft: ErrandDraft): Promise<SystemErrand> {
  const { dedupeKey } = draft
  const clientId = await clientFound(unit, draft)
  if (clientId !== undefined) await lockKey(unit, 'payouts', clientId)
  await lockKey(unit, 'errand', dedupeKey)
  const known = await unit.find(SystemErrand, { dedupeKey })
  const errand = left(unit, draft, known)
  await errandMoved(unit, errand)
  return errand
}

type NoFinding = ErrandDraft & { type: Exclude<ErrandType, 'AML'> }

/** Several whose causes differ; of findings each holds payouts before it is left. */
export async function leaveErrands(unit: Unit, drafts: readonly NoFinding[]): Promise<void> {
  const keys = drafts.map(({ dedupeKey }) => dedupeKey)
  if (keys.length === 0) return
  await lockErrands(unit, keys)
  const there = await unit.all(SystemErrand, { dedupeKey: { $in: keys } })
  const known = new Map(there.map((errand) => [errand.dedupeKey, errand]))
  for (const draft of drafts) left(unit, draft, known.get(draft.dedupeKey) ?? null)
}

function left(unit: Unit, draft: ErrandDraft, known: SystemErrand | null): SystemErrand {
  const content = {
    severity: draft.severity ?? 'NORMAL',
    title: cutText(draft.title, 200),
    data: draft.data ?? {},
    suggestion: draft.suggestion ?? null,
  } as const
  return known === null ? leftNew(unit, draft, content) : leftAgain(unit, known, draft, content)
}

type Content = Pick<SystemErrand, 'severity' | 'title' | 'data' | 'suggestion'>

function leftNew(unit: Unit, draft: ErrandDraft, content: Content): SystemErrand {
  const errand = unit.add(SystemErrand, {
    type: draft.type,
    subjectType: draft.subjectType,
    subjectId: draft.subjectId,
    clientId: draft.clientId ?? null,
    status: 'OPEN',
    dedupeKey: draft.dedupeKey,
    ...content,
  })
  addErrandEvent(unit, errand, 'OPENED', content.title, content.data)
  return errand
}

/** Its subject may be another client's by now, or another row with the same cause. */
function leftAgain(
  unit: Unit,
  errand: SystemErrand,
  { subjectType, subjectId, clientId = null }: ErrandDraft,
  content: Content,
): SystemErrand {
  const type = isUnresolved(errand.status) ? 'REPEATED' : 'REOPENED'
  Object.assign(errand, content, {
    subjectType,
    subjectId,
    clientId,
    status: lifeOfErrand.move(errand.status, 'reopen'),
    ...(type === 'REOPENED' && { assigneeId: null }),
    comment: null,
  })
  addErrandEvent(unit, errand, type, content.title, content.data)
  return errand
}
