import { z } from 'zod'
import {
  createServiceAccount,
  createServiceAccountInput,
} from '../../activities/access/create-service-account.ts'
import {
  generateAccountToken,
  generateAccountTokenInput,
} from '../../activities/access/generate-account-token.ts'
import { rotateSecret, rotateSecretInput } from '../../activities/access/rotate-secret.ts'
import {
  updateServiceAccount,
  updateServiceAccountInput,
} from '../../activities/access/update-service-account.ts'
import { outlasting } from '../../activities/access/outlasting.ts'
import { ServiceAccount, ServiceAccountRole } from '../../entities/service-account.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, instant } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { roles } from './roles.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { outlastingShown, showOutlasting, TokenShown } from './views.ts'

const serviceAccountView = viewOf(ServiceAccount, [
  'id',
  'name',
  'description',
  'active',
  'clientId',
  'versioned',
])

const secret = z.string().meta({ example: 'rp_secret_…' })

const serviceAccounts = collection(ServiceAccount, {
  noun: ['service account', 'service accounts'],
  shows: serviceAccountView,
  filters: filtersOf(ServiceAccount, ['name', 'active', 'clientId', 'createdAt']),
  sort: ['name', 'createdAt'],
})

export default {
  listServiceAccounts: operation(
    'GET /service-accounts',
    'ReadServiceAccounts',
    serviceAccounts.list,
  ),

  searchServiceAccounts: operation(
    'POST /service-accounts/search',
    'SearchServiceAccounts',
    serviceAccounts.search,
  ),

  readServiceAccount: operation(
    'GET /service-accounts/{id}',
    'ReadServiceAccount',
    serviceAccounts.read,
  ),

  createServiceAccount: operation('POST /service-accounts', 'CreateServiceAccount', {
    summary: 'Create a service account; its first secret is shown this once',
    body: createServiceAccountInput,
    returns: serviceAccountView.schema.extend({ secret }).meta({ id: 'ServiceAccountCreated' }),
    secret: true,
    refuses: [
      'ALREADY_EXISTS',
      'CLIENT_CLOSED',
      'GRANT_EXCEEDS_HOLDER',
      'MINTED_TOKEN',
      'NOT_FOUND',
    ],
  }).handle(async ({ unit, body }) => {
    const made = await createServiceAccount(unit, body)
    return { ...serviceAccountView.show(made.account), secret: made.secret }
  }),

  updateServiceAccount: operation('PUT /service-accounts/{id}', 'CreateServiceAccount', {
    summary: 'Change a service account and its roles; switched off, its tokens end at once',
    body: updateServiceAccountInput,
    returns: serviceAccountView.schema
      .extend({ outlasting: outlastingShown })
      .meta({ id: 'ServiceAccountChanged' }),
    refuses: ['ALREADY_EXISTS', 'CLIENT_CLOSED', 'GRANT_EXCEEDS_HOLDER'],
    extension: true,
  }).handle(async ({ unit, params, body }) => {
    const account = serviceAccountView.show(await updateServiceAccount(unit, params.id, body))
    const left = account.active ? [] : await outlasting(unit, params.id)
    return { ...account, outlasting: showOutlasting(left) }
  }),

  listRolesOfServiceAccount: operation('GET /service-accounts/{id}/roles', 'ReadServiceAccount', {
    ...roles.linked(ServiceAccount, ServiceAccountRole, {
      row: 'roleId',
      owner: 'serviceAccountId',
    }),
    summary: 'List the roles of a service account',
    extension: true,
  }),

  rotateSecretOfServiceAccount: operation(
    'PUT /service-accounts/{id}/rotate-secret',
    'RotateSecretServiceAccount',
    {
      names: { entity: ServiceAccount },
      summary: 'Replace the secret; the former one works for the overlap, and never a third',
      body: rotateSecretInput,
      returns: z
        .object({ id: id('ServiceAccount'), secret, formerSecretUntil: instant.nullable() })
        .meta({ id: 'SecretRotated' }),
      secret: true,
      refuses: ['GRANT_EXCEEDS_HOLDER', 'MINTED_TOKEN'],
    },
  ).handle(async ({ unit, params, body }) => {
    const made = await rotateSecret(unit, params.id, body)
    const formerSecretUntil = made.formerUntil?.toISOString() ?? null
    return { id: made.account.id, secret: made.secret, formerSecretUntil }
  }),

  generateTokenOfServiceAccount: operation(
    'PUT /service-accounts/{id}/generate-token',
    'GenerateTokenServiceAccount',
    {
      names: { entity: ServiceAccount },
      summary: 'Issue a token of a service account, shown this once',
      body: generateAccountTokenInput,
      returns: TokenShown,
      secret: true,
      refuses: ['GRANT_EXCEEDS_HOLDER', 'MINTED_TOKEN', 'SERVICE_ACCOUNT_INACTIVE'],
    },
  ).handle(({ unit, params, body }) => generateAccountToken(unit, params.id, body)),
} satisfies Room
