import {
  type ErrandAction,
  type ErrandType,
  isUnresolved,
  lifeOfErrand,
  type Severity,
} from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
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
export async function lockErrands(unit: Unit, dedupeKeys: readonly string[]): Promise<void> {
  for (const key of [...new Set(dedupeKeys)].toSorted()) await lockKey(unit, 'errand', key)
}

/** Work for people. The cause that comes back opens the errand that it had. */
export async function leaveErrand(unit: Unit, draft: ErrandDraft): Promise<SystemErrand> {
  const { dedupeKey } = draft
  const clientId = await clientFound(unit, draft)
  if (clientId !== undefined) await lockKey(unit, 'payouts', clientId)
  await lockKey(unit, 'errand', dedupeKey)
  const known = await unit.find(SystemErrand, { dedupeKey })
  const content = {
    severity: draft.severity ?? 'NORMAL',
    title: cutText(draft.title, 200),
    data: draft.data ?? {},
    suggestion: draft.suggestion ?? null,
  } as const
  const errand =
    known === null ? leftNew(unit, draft, content) : leftAgain(unit, known, draft, content)
  await errandMoved(unit, errand)
  return errand
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
    comment: null,
  })
  addErrandEvent(unit, errand, type, content.title, content.data)
  return errand
}
