import { p } from '@mikro-orm/core'

/** An amount in minor units; its currency stands beside it. */
export const amount = () => p.bigint('bigint')

/** A price, quantity or rate: exact, and never a `number`. */
export const exactNumber = () => p.decimal('string').columnType('numeric(24,10)')

export const currency = () => p.string().length(3)

/** A business date, as text. */
export const businessDate = () => p.date()
