import type { TaskName } from '../../src/domain/tasks.ts'

/** Tasks that have one form, with nothing to compare it to. */
export const ofThemselves = {
  // Each is a file of many already, a client with all that happened to it, or a document.
  'bookkeepingFiles.generate': null,
  'bookkeepingFiles.internal': null,
  'payments.exportFunded': null,
  'charges.generate': null,
  'charges.bill': null,
  'bookkeepingFiles.billing': null,
  'bills.export': null,
  'payments.importFile': null,
  'payments.answerReturns': null,
  'payments.answerPayouts': null,
  'payouts.export': null,
  // Each takes a set of any size: `test/payouts/batches.test.ts`.
  'payouts.generate': null,
  'payouts.bookkeep': null,
} as const satisfies Partial<Record<TaskName, null>>
