import { z } from 'zod'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { updateUser } from './update-user.ts'

export const changeMfaInput = z.strictObject({ required: z.boolean() }).partial()
export type MfaChange = z.output<typeof changeMfaInput>

/** Says whether a second factor is demanded of a user. */
export function changeMfa(unit: Unit, id: string, { required }: MfaChange): Promise<User> {
  return updateUser(unit, id, { mfaRequired: required })
}
