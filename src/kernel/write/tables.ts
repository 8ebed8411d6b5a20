import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { ColumnType } from 'kysely'
import type { entities } from '../../entities/all.ts'

type Inferred = InferKyselyDB<(typeof entities)[number]>

/** Whole numbers that may be beyond 2^53 come from the driver as text. */
type Given<Value> = Value extends bigint
  ? ColumnType<string, string | bigint, string | bigint>
  : Value

/** The tables as the entities declare them, for queries whose columns the compiler knows. */
export type Tables = {
  [Table in keyof Inferred]: { [C in keyof Inferred[Table]]: Given<Inferred[Table][C]> }
}
