import { z } from 'zod'
import { plusDays } from '../../domain/dates.ts'
import type { ActedOn, AutomationAction } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { pauseInvoice, pauseInvoiceInput } from './pause.ts'
import { resumeInvoice } from './resume.ts'
import { stopInvoice, stopInvoiceInput } from './stop.ts'

/** As the bodies of the operations, but a rule says for how many days instead of until when. */
const ofPause = pauseInvoiceInput
  .unwrap()
  .omit({ until: true })
  .extend({ days: z.int().min(1).max(365).optional().meta({ example: 14 }) })
const ofStop = stopInvoiceInput.unwrap()

type Pause = z.output<typeof ofPause>
type Stop = z.output<typeof ofStop>
type Reasoned = Pick<Pause, 'reasonCode'>

const check = (unit: Unit, { reasonCode }: Reasoned, _: unknown, pointer: string) =>
  knownReason(unit, reasonCode, `${pointer}/reasonCode`)

/** What automations can do with an invoice. */
export const automationActions = {
  PAUSE_INVOICE: {
    summary: 'Pause the invoice, for some days or until it is resumed',
    on: { INVOICE: ['PauseInvoices'] },
    params: ofPause,
    check,
    async act(unit: Unit, { id }: ActedOn, { days, ...wanted }: Pause) {
      const until = days === undefined ? undefined : plusDays(await unit.today(), days)
      return pauseInvoice(unit, id, { ...wanted, until })
    },
  },
  STOP_INVOICE: {
    summary: 'Stop the invoice; the claim stays, and nothing is done about it',
    on: { INVOICE: ['StopInvoices'] },
    params: ofStop,
    check,
    act: (unit: Unit, { id }: ActedOn, wanted: Stop) => stopInvoice(unit, id, wanted),
  },
  RESUME_INVOICE: {
    summary: 'Resume an invoice that is paused or stopped',
    on: { INVOICE: ['ResumeInvoices'] },
    params: z.strictObject({}),
    act: (unit: Unit, { id }: ActedOn) => resumeInvoice(unit, id),
  },
} as const satisfies Readonly<Record<string, AutomationAction>>
