import type { Right } from './rights.ts'
import { integrationRights, providerRights } from './role-templates/machines.ts'
import { clientPortalRights, debtorPortalRights } from './role-templates/portals.ts'
import { administratorRights, operatorRights, readOnlyRights } from './role-templates/staff.ts'

export interface RoleTemplate {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly rights: readonly Right[]
}

/** The roles every tenant starts with; it may copy and change them, and add roles of its own. */
export const roleTemplates = [
  {
    key: 'administrator',
    name: 'Administrator',
    description: 'Every right there is, but the one that hides something from its holder',
    rights: administratorRights,
  },
  {
    key: 'operator',
    name: 'Operator',
    description: "The daily work of a tenant's staff, without access, settings, prices and rules",
    rights: operatorRights,
  },
  {
    key: 'read-only',
    name: 'Read only',
    description: 'Sees and searches everything and changes nothing',
    rights: readOnlyRights,
  },
  {
    key: 'client-portal',
    name: 'Client portal',
    description: "A client's own people: their invoices, debtors, payments, payouts and requests",
    rights: clientPortalRights,
  },
  {
    key: 'debtor-portal',
    name: 'Debtor portal',
    description: 'A debtor: its own claims and documents, and paying them',
    rights: debtorPortalRights,
  },
  {
    key: 'integration',
    name: 'Integration',
    description: "A client's or tenant's server: invoices, debtors, payments, books and webhooks",
    rights: integrationRights,
  },
  {
    key: 'provider',
    name: 'Provider',
    description:
      'An outside provider that reports back: AML, signing, payment rail, print, mailbox',
    rights: providerRights,
  },
] as const satisfies readonly RoleTemplate[]

export type RoleTemplateKey = (typeof roleTemplates)[number]['key']
