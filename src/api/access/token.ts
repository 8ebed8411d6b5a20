import { z } from 'zod'
import { clientOfToken } from '../../activities/access/client-of-token.ts'
import { type IssuedToken, lifetime } from '../../activities/access/issue-token.ts'
import { mintToken } from '../../activities/access/mint-token.ts'
import { revokeToken } from '../../activities/access/revoke-token.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { principalKinds, type Principal } from '../../domain/access/principal.ts'
import { lifetimeOf, lifetimes } from '../../domain/access/token.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Token } from '../../entities/token.ts'
import { rightNames, type Right } from '../../policy/rights.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, name } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { locateToken, rights, TokenShown } from './views.ts'
import { roleIds } from '../../activities/access/grants.ts'

const tokenView = viewOf(Token, [
  'id',
  'kind',
  'name',
  'clientId',
  'debtorId',
  'userId',
  'serviceAccountId',
  'superUser',
  'createdBy',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'revokedAt',
])

const tokens = collection(Token, {
  noun: ['token', 'tokens'],
  shows: tokenView,
  filters: {
    kind: exact(z.enum(principalKinds)),
    clientId: exact(id('Client')),
    userId: exact(id('User')),
    serviceAccountId: exact(id('ServiceAccount')),
    createdBy: exact(),
    createdAt: instants(),
    expiresAt: instants(),
  },
  sort: ['-createdAt', 'expiresAt'],
})

const anyMinter = {
  anyOf: ['GenerateToken', 'GenerateClientToken', 'GenerateDebtorToken'],
} as const

/** Fields of every body that makes a token. */
const given = { name: name().optional(), rights: rights.optional(), roleIds: roleIds.optional() }
const bound = { ...given, expiresInSeconds: lifetime(lifetimes.bound).optional() }

const minted = {
  returns: TokenShown,
  secret: true,
  refuses: ['GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  locate: locateToken,
} as const

const heldBy = (principal: Principal): Right[] => rightNames.filter((right) => principal.has(right))

/** A caller bound to a client makes tokens for that client, and must not name it. */
const boundToClient = z.strictObject({ ...bound, clientId: id('Client').optional() }).prefault({})

async function mintForClient(
  unit: Unit,
  kind: 'CLIENT' | 'PORTAL',
  body: z.output<typeof boundToClient>,
): Promise<IssuedToken> {
  return mintToken(unit, {
    kind,
    name: body.name ?? (kind === 'CLIENT' ? 'Client token' : 'Portal token'),
    clientId: await clientOfToken(unit, body.clientId),
    rights: body.rights,
    roleIds: body.roleIds,
    lifetimeMs: lifetimeOf(lifetimes.bound, body),
  })
}

export default {
  generateToken: operation('POST /token/generate', 'GenerateToken', {
    summary: 'Issue a system token; with neither rights nor roles it gets those of its maker',
    body: z
      .strictObject({
        ...given,
        expiresInSeconds: lifetime(lifetimes.system).optional(),
        superUser: z.boolean().default(false),
      })
      .prefault({}),
    ...minted,
  }).handle(({ unit, body }) => {
    const names = body.rights ?? body.roleIds
    return mintToken(unit, {
      kind: 'SYSTEM',
      name: body.name ?? 'System token',
      superUser: body.superUser,
      rights: names === undefined && !body.superUser ? heldBy(unit.principal) : body.rights,
      roleIds: body.roleIds,
      lifetimeMs: lifetimeOf(lifetimes.system, body),
    })
  }),

  generateClientToken: operation('POST /token/client/generate', 'GenerateClientToken', {
    summary: 'Issue a token that acts for one client; a caller bound to a client leaves it out',
    body: boundToClient,
    ...minted,
  }).handle(({ unit, body }) => mintForClient(unit, 'CLIENT', body)),

  generatePortalToken: operation('POST /token/client/portal/generate', 'GenerateToken', {
    summary: 'Issue a token for the portal of one client; a caller bound to one leaves it out',
    body: boundToClient,
    ...minted,
  }).handle(({ unit, body }) => mintForClient(unit, 'PORTAL', body)),

  generateDebtorToken: operation('POST /token/debtor/generate', 'GenerateDebtorToken', {
    summary: 'Issue a token for a debtor; it sees and pays its own claims',
    body: z.strictObject({
      ...bound,
      debtorId: id('Debtor'),
    }),
    ...minted,
  }).handle(async ({ unit, body }) => {
    const debtor = await unit.load(Debtor, body.debtorId, '/debtorId')
    return mintToken(unit, {
      kind: 'DEBTOR',
      name: body.name ?? 'Debtor token',
      clientId: debtor.clientId,
      debtorId: debtor.id,
      rights: body.rights,
      roleIds: body.roleIds,
      lifetimeMs: lifetimeOf(lifetimes.bound, body),
    })
  }),

  listTokens: operation('GET /token', anyMinter, { ...tokens.list, extension: true }),
  readToken: operation('GET /token/{id}', anyMinter, { ...tokens.read, extension: true }),

  revokeToken: operation('DELETE /token/{id}', anyMinter, {
    summary: 'Revoke a token at once and for good',
    refuses: ['GRANT_EXCEEDS_HOLDER'],
    extension: true,
  }).handle(({ unit, params }) => revokeToken(unit, params.id)),
} satisfies Room
