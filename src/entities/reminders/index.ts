import { Bill } from '../bill.ts'
import { Charge } from '../charge.ts'

export const reminders = [Bill, Charge] as const
