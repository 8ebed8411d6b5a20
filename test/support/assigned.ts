import { issueToken } from '../../src/activities/access/issue-token.ts'
import { Role, RoleRight, UserRole } from '../../src/entities/role.ts'
import { User } from '../../src/entities/user.ts'
import { ClientAccess } from '../../src/entities/client-access.ts'
import { buildApp, type App, type Area } from '../../src/kernel/http/app.ts'
import { isOpen, needsSuperUser, type Operation } from '../../src/kernel/http/operation.ts'
import { areas } from '../../src/operations.ts'
import type { Right } from '../../src/policy/rights.ts'
import { apiAs, type Api, type TestTenant, type World } from './world.ts'

/** A right that opens for assigned clients alone. */
export const narrowing: Right = 'ReadUnplacedPaymentClientRestricted'

const narrowed = (operation: Operation): Operation =>
  isOpen(operation.requires)
    ? operation
    : {
        ...operation,
        requires: {
          anyOf: [narrowing],
          ...(needsSuperUser(operation.requires) && { superUser: true as const }),
        },
      }

const each = <T extends object, U>(of: T, change: (one: never) => U) =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, change(one as never)]))

/** The same platform, each of whose operations a right opens that narrows to assigned clients. */
export function narrowedApp({ kernel }: World): App {
  const rooms = (room: Record<string, Operation>) => each(room, narrowed)
  const changed = areas.map((area) => ({ ...area, rooms: each(area.rooms, rooms) }) as Area)
  return buildApp(changed, kernel)
}

export interface Assigned {
  api: Api
  id: string
}

let people = 0

/** Somebody of the tenant's own, to whom these clients are assigned. */
export async function assignedTo(
  app: App,
  tenant: TestTenant,
  clientIds: readonly string[],
  rights: readonly Right[] = [narrowing],
): Promise<Assigned> {
  const { id, token } = await tenant.work((unit) => {
    const user = unit.add(User, {
      email: `assigned${++people}@example.com`,
      name: `Assigned ${people}`,
      kind: 'STAFF',
      status: 'ACTIVE',
      superUser: false,
      mfaRequired: false,
    })
    const role = unit.add(Role, { name: user.email, description: '' })
    for (const right of rights) unit.add(RoleRight, { roleId: role.id, right })
    unit.add(UserRole, { userId: user.id, roleId: role.id })
    for (const clientId of clientIds) {
      unit.add(ClientAccess, {
        holderType: 'USER',
        holderId: user.id,
        clientId,
        reason: 'ASSIGNMENT',
        viaId: user.id,
        createdBy: 'platform',
      })
    }
    const facts = { kind: 'USER', name: 'Session', userId: user.id } as const
    const { token: text } = issueToken(unit, { ...facts, rights, lifetimeMs: 3_600_000 })
    return { id: user.id, token: text }
  })
  return { id, api: apiAs({ app }, token) }
}
