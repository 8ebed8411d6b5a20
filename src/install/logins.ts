import type { Keys } from '../ports/keys/keys.ts'

/** The logins beside the owner: each sees and does no more than its work needs. */
export interface RoleNames {
  /** Serves requests and activities: one tenant at a time, under the policy. */
  run: string
  /** Claims and acknowledges messages for Temporal, for all tenants. */
  relay: string
  /** Reads, for reports. */
  read: string
}

export function roleNames(prefix: string): RoleNames {
  return { run: `${prefix}_run`, relay: `${prefix}_relay`, read: `${prefix}_read` }
}

/** A database that is ready to be served from, with a login for each kind of work. */
export interface Installed {
  ownerUrl: string
  roles: RoleNames
  runUrl: string
  relayUrl: string
  readUrl: string
}

export function installedAt(
  ownerUrl: string,
  rolePrefix: string | undefined,
  keys: Keys,
): Installed {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const roles = roleNames(rolePrefix ?? database.toLowerCase().replaceAll(/\W/g, '_'))
  const as = (role: string) => withLogin(ownerUrl, role, keys.rolePassword(role))
  return {
    ownerUrl,
    roles,
    runUrl: as(roles.run),
    relayUrl: as(roles.relay),
    readUrl: as(roles.read),
  }
}

function withLogin(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}
