import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { billedParties } from '../domain/clients/handler.ts'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import { countryCode, email, exactNumber, idOf, name, text } from './columns.ts'
import { identified, inTenant, noTwoAlike, tenantTable, versioned } from './table.ts'

/** Who looks after clients: a team of the tenant, or a partner such as a bureau or broker. */
export const ClientHandler = defineEntity({
  name: 'ClientHandler',
  ...tenantTable('client_handler', {
    references: { tenantId: 'tenant', userId: 'user_account', userGroupId: 'user_group' },
    events: {
      CLIENT_HANDLER: { means: ofRow(), rights: ['ReadClientHandler', 'ReadClientHandlers'] },
    },
  }),
  properties: {
    ...identified('CH'),
    name: name(100, 'Norrland Bureau'),
    email: email().nullable(),
    phone: text(60, '+46 90 12 34 56').nullable(),
    /** The person who has its clients, for rights that narrow to assigned clients. */
    userId: idOf('User').nullable(),
    /** And the people, where there are several. */
    userGroupId: idOf('UserGroup').nullable(),
    active: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'client_handler_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    noTwoAlike('client_handler'),
    { name: 'client_handler_user_index', properties: ['tenantId', 'userId', 'id'] },
    { name: 'client_handler_group_index', properties: ['tenantId', 'userGroupId', 'id'] },
    { name: 'client_handler_active_index', properties: ['tenantId', 'active', 'id'] },
    { name: 'client_handler_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type ClientHandler = InferEntity<typeof ClientHandler>

/** A client has one handler at a time. */
export const ClientHandlerClient = defineEntity({
  name: 'ClientHandlerClient',
  ...tenantTable('client_handler_client', {
    clientColumn: 'client_id',
    // Who of the tenant looks after them is not theirs to hear.
    clientHears: () => false,
    trail: { entity: 'ClientHandler', key: 'clientHandlerId' },
    references: { clientHandlerId: 'client_handler', clientId: 'client' },
    events: {
      CLIENT_HANDLER: { means: [onCreated('clientConnected'), onDeleted('clientDisconnected')] },
    },
  }),
  properties: {
    ...inTenant,
    clientHandlerId: idOf('ClientHandler').primary(),
    clientId: idOf('Client').primary(),
  },
  uniques: [{ name: 'client_handler_client_unique', properties: ['tenantId', 'clientId'] }],
})
export type ClientHandlerClient = InferEntity<typeof ClientHandlerClient>

/** To whom commission is paid, and who is billed for what its clients use. */
export const ClientHandlerBilling = defineEntity({
  name: 'ClientHandlerBilling',
  ...tenantTable('client_handler_billing', {
    trail: { entity: 'ClientHandler', key: 'clientHandlerId' },
    references: { clientHandlerId: 'client_handler' },
    events: { CLIENT_HANDLER: { means: ofRow('billing') } },
  }),
  properties: {
    ...identified('HB'),
    clientHandlerId: idOf('ClientHandler'),
    countryCode: countryCode(),
    identificationNumber: text(40, '556677-8899').nullable(),
    name: name(200).nullable(),
    address: p
      .json<{ address: string; zip: string; city: string; countryCode?: string }>()
      .nullable(),
    email: email().nullable(),
    commissionPercent: exactNumber('10'),
    billTo: p.enum(billedParties),
    ...versioned,
  },
  uniques: [{ name: 'client_handler_billing_unique', properties: ['tenantId', 'clientHandlerId'] }],
})
export type ClientHandlerBilling = InferEntity<typeof ClientHandlerBilling>
