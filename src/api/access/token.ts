import { z } from 'zod'
import {
  mintClientToken,
  mintClientTokenInput,
  mintPortalToken,
} from '../../activities/access/mint-client-token.ts'
import { mintDebtorToken, mintDebtorTokenInput } from '../../activities/access/mint-debtor-token.ts'
import { mintSystemToken, mintSystemTokenInput } from '../../activities/access/mint-system-token.ts'
import { revokeToken } from '../../activities/access/revoke-token.ts'
import { principalKinds, type Principal } from '../../domain/access/principal.ts'
import { Token } from '../../entities/token.ts'
import { rightNames, type Right } from '../../policy/rights.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { locateToken, rights, TokenShown } from './views.ts'

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
  'livesBy',
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
    livesBy: exact(),
    createdAt: instants(),
    expiresAt: instants(),
  },
  sort: ['-createdAt', 'expiresAt'],
})

const anyMinter = {
  anyOf: ['GenerateToken', 'GenerateClientToken', 'GenerateDebtorToken'],
} as const

const minted = {
  returns: TokenShown,
  secret: true,
  refuses: ['CLIENT_CLOSED', 'GRANT_EXCEEDS_HOLDER', 'MINTED_TOKEN', 'NOT_FOUND'],
  locate: locateToken,
} as const

const rightsSent = { rights: rights.optional() }

const heldBy = (principal: Principal): Right[] => rightNames.filter((right) => principal.has(right))

export default {
  generateToken: operation('POST /token/generate', 'GenerateToken', {
    summary: 'Issue a system token; with neither rights nor roles it gets those of its maker',
    confirms: true,
    body: mintSystemTokenInput.extend(rightsSent).prefault({}),
    ...minted,
  }).handle(({ unit, body }) => mintSystemToken(unit, body, heldBy(unit.principal))),

  generateClientToken: operation('POST /token/client/generate', 'GenerateClientToken', {
    summary: 'Issue a token that acts for one client; a caller bound to a client leaves it out',
    body: mintClientTokenInput.extend(rightsSent).prefault({}),
    ...minted,
  }).handle(({ unit, body }) => mintClientToken(unit, body)),

  generatePortalToken: operation('POST /token/client/portal/generate', 'GenerateToken', {
    summary: 'Issue a token for the portal of one client; a caller bound to one leaves it out',
    body: mintClientTokenInput.extend(rightsSent).prefault({}),
    ...minted,
  }).handle(({ unit, body }) => mintPortalToken(unit, body)),

  generateDebtorToken: operation('POST /token/debtor/generate', 'GenerateDebtorToken', {
    summary: 'Issue a token for a debtor; it sees and pays its own claims',
    body: mintDebtorTokenInput.extend(rightsSent),
    ...minted,
    refuses: ['DEBTOR_MOVED', ...minted.refuses],
  }).handle(({ unit, body }) => mintDebtorToken(unit, body)),

  listTokens: operation('GET /token', anyMinter, { ...tokens.list, extension: true }),
  readToken: operation('GET /token/{id}', anyMinter, { ...tokens.read, extension: true }),

  revokeToken: operation('DELETE /token/{id}', anyMinter, {
    summary: 'Revoke a token for good, of another super-user by two',
    confirms: true,
    refuses: ['GRANT_EXCEEDS_HOLDER'],
    extension: true,
  }).handle(({ unit, params }) => revokeToken(unit, params.id)),
} satisfies Room
