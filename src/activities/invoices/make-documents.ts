import type { FrozenInvoice } from '../../domain/invoices/documents/frozen-invoice.ts'
import type { Standing } from '../../domain/invoices/activation.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import {
  addInvoiceDocuments,
  storeInvoiceFile,
  type StoredFile,
} from './documents/produce-document.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { asActivation, inActivation, standsAt, type Activating } from './in-activation.ts'

/** The second step: makes the documents from the frozen data, outside of any transaction. */
export async function makeDocuments(task: Task): Promise<Standing> {
  const files = await makeFiles(task, [task.entityId])
  return inActivation(task, async (unit, all) => {
    await addDocuments(unit, all, files)
    return new Map()
  })
}

export type MadeFiles = ReadonlyMap<string, { frozen: FrozenInvoice; file: StoredFile | null }>

/** The files of the activations that are in this step, by activation. */
export async function makeFiles(task: Task, ids: readonly string[]): Promise<MadeFiles> {
  if (ids.length === 0) return new Map()
  const waiting = await inUnit(task.runtime, asActivation(task.tenantId), task, (unit) =>
    unit.all(InvoiceActivation, { id: { $in: [...ids] }, step: 'DOCUMENTS' }),
  )
  const made = new Map<string, { frozen: FrozenInvoice; file: StoredFile | null }>()
  for (const { id, frozen } of waiting) {
    const shown = frozen as unknown as FrozenInvoice
    made.set(id, { frozen: shown, file: await storeInvoiceFile(task.runtime, shown) })
  }
  return made
}

export async function addDocuments(
  unit: Unit,
  all: readonly Activating[],
  files: MadeFiles,
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
    activation.step = 'BOOK'
    activation.documentsAt = unit.now
  }
}
