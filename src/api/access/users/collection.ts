import { z } from 'zod'
import { userKinds, userStatuses } from '../../../domain/access/user.ts'
import { User } from '../../../entities/user.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id } from '../../../kernel/read/fields.ts'
import { exact, flag, instants, text } from '../../../kernel/read/filter.ts'
import { userView } from '../views.ts'

const facts = {
  noun: ['user', 'users'],
  shows: userView,
  filters: {
    email: text(),
    name: text(),
    kind: exact(z.enum(userKinds)),
    status: exact(z.enum(userStatuses)),
    clientId: exact(id('Client')),
    superUser: flag(),
    createdAt: instants(),
  },
  sort: ['name', 'email', 'createdAt'],
} as const

export const users = collection(User, { ...facts })

/** Technical users belong to the tenant; no person logs in as one. */
export const systemUsers = collection(User, {
  ...facts,
  noun: ['technical user', 'technical users'],
  only: { kind: 'SYSTEM' },
})
