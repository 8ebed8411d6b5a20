import { describe, expect, it } from 'vitest'
import { explainAccess, type RoleRight, type SubjectRole } from '../../src/policy/explain.ts'

const roleRights: RoleRight[] = [
  { roleId: 'R1', roleName: 'Payments, "narrow"', right: 'ReadUnplacedPaymentClientRestricted' },
  { roleId: 'R2', roleName: 'Payments', right: 'ReadUnplacedPayment' },
  { roleId: 'R3', roleName: 'Reader', right: 'ReadInvoices' },
]

const subjectRoles: SubjectRole[] = [
  { subject: 'U1', roleId: 'R1', tenant: 'T1' },
  { subject: 'U1', roleId: 'R2', tenant: 'T1' },
  { subject: 'U2', roleId: 'R1', tenant: 'T1' },
  { subject: 'U2', roleId: 'R3', tenant: 'T2' },
]

const explain = (subject: string, tenant: string, required: RoleRight['right'][]) =>
  explainAccess({
    subject,
    tenant,
    required: required as Parameters<typeof explainAccess>[0]['required'],
    roleRights,
    subjectRoles,
  })

describe('an explanation', () => {
  it('names the role and the right that allow it', async () => {
    expect(await explain('U2', 'T2', ['ReadUsers', 'ReadInvoices'])).toEqual({
      allowed: true,
      by: { role: 'Reader', right: 'ReadInvoices' },
      missing: [],
    })
  })

  it('prefers the right that does not narrow, as the gate does', async () => {
    const either = ['ReadUnplacedPaymentClientRestricted', 'ReadUnplacedPayment']
    expect((await explain('U1', 'T1', either)).by).toEqual({
      role: 'Payments',
      right: 'ReadUnplacedPayment',
    })
    expect((await explain('U2', 'T1', either)).by).toEqual({
      role: 'Payments, "narrow"',
      right: 'ReadUnplacedPaymentClientRestricted',
    })
  })

  it('shows what is missing', async () => {
    expect(await explain('U1', 'T1', ['ReadUsers', 'ReadInvoices'])).toEqual({
      allowed: false,
      missing: ['ReadUsers', 'ReadInvoices'],
    })
  })

  it('does not carry a role from one tenant to another', async () => {
    expect((await explain('U2', 'T1', ['ReadInvoices'])).allowed).toBe(false)
    expect((await explain('U1', 'T2', ['ReadUnplacedPayment'])).allowed).toBe(false)
  })

  it('does not give a role to a user who is called like one', async () => {
    for (const name of ['R3', 'role:R3', 'subject:U2', ''])
      expect((await explain(name, 'T2', ['ReadInvoices'])).allowed).toBe(false)
  })

  it('refuses where there is no policy at all', async () => {
    const nothing = { roleRights: [], subjectRoles: [] }
    const question = { subject: 'U1', tenant: 'T1', required: ['ReadInvoices'] as const }
    expect((await explainAccess({ ...question, ...nothing })).allowed).toBe(false)
  })
})
