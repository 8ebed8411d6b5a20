import { randomUUID } from 'node:crypto'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { User } from '../../src/entities/user.ts'

/** Somebody who is invited and has not followed the link yet. */
export function invitedUser(unit: Unit): User {
  return unit.add(User, {
    email: `${randomUUID()}@example.com`,
    name: 'Alva Lind',
    kind: 'STAFF',
    status: 'INVITED',
    superUser: false,
    mfaRequired: false,
  })
}
