import { Bill } from '../bill.ts'
import { Charge } from '../charge.ts'
import { FeeType } from '../fee-type.ts'

export const reminders = [Bill, Charge, FeeType] as const
