import type { Standing } from '../../domain/invoices/activation.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { frozenOfEach, keeperFields } from './documents/keep-frozen.ts'
import {
  addInvoiceDocuments,
  storeInvoiceFile,
  type InvoiceFile,
} from './documents/produce-document.ts'
import { leaveUndrawn } from './documents/leave-undrawn.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { Refusal } from '../../domain/refusal.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { asActivation, inActivation, standsAt, type Activating } from './in-activation.ts'

/** The second step: makes the documents from the frozen data, outside of any transaction. */
export async function makeDocuments(task: Task): Promise<Standing> {
  const { files, failed } = await makeFiles(task, [task.entityId])
  for (const error of failed.values()) throw error
  return inActivation(task, async (unit, all) => {
    await addDocuments(unit, all, files)
    return new Map()
  })
}

const ofStep = (ids: readonly string[]) => ({ id: ids, step: 'DOCUMENTS' as const })

/** By activation. */
type Files = ReadonlyMap<string, InvoiceFile>

export interface MadeFiles {
  files: Files
  /** What kept the others from being made. */
  failed: ReadonlyMap<string, unknown>
}

/** The files of the activations that are in this step. */
export async function makeFiles(task: Task, ids: readonly string[]): Promise<MadeFiles> {
  const files = new Map<string, InvoiceFile>()
  const failed = new Map<string, unknown>()
  if (ids.length === 0) return { files, failed }
  const waiting = await inUnit(task.runtime, asActivation(task.tenantId), task, async (unit) =>
    frozenOfEach(unit, await rowsOf(unit, InvoiceActivation, ofStep(ids), keeperFields)),
  )
  for (const [id, shown] of waiting) {
    try {
      files.set(id, { frozen: shown, file: await storeInvoiceFile(task.runtime, shown) })
    } catch (error) {
      failed.set(id, error)
      // Whoever waited for a store in vain does not wait again for each of the others.
      if (files.size === 0 && asUnavailable(error) instanceof Refusal) break
    }
  }
  const undrawn = [...files.values()].filter(({ file }) => file?.undrawn === true)
  if (undrawn.length > 0) {
    // In a unit of its own, so that what is booked waits for no errand that others hold.
    await inUnit(task.runtime, asActivation(task.tenantId), task, (unit) =>
      leaveUndrawn(
        unit,
        undrawn.map(({ frozen }) => frozen),
      ),
    )
  }
  return { files, failed }
}

export async function addDocuments(
  unit: Unit,
  all: readonly Activating[],
  files: Files,
): Promise<void> {
  const due = all.filter(standsAt('DOCUMENTS')).flatMap(({ activation }) => {
    const made = files.get(activation.id)
    return made === undefined ? [] : [{ activation, made }]
  })
  if (due.length === 0) return
  await addInvoiceDocuments(
    unit,
    due.map(({ made }) => made),
  )
  for (const { activation } of due) {
    unit.update(InvoiceActivation, activation, { step: 'BOOK', documentsAt: unit.now })
  }
}
