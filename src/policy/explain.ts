import { readFileSync } from 'node:fs'
import { type Adapter, type Model, newEnforcer, newModelFromString } from 'casbin'
import { widestFirst } from './gate.ts'
import type { Right } from './rights.ts'

export interface RoleRight {
  readonly roleId: string
  readonly roleName: string
  readonly right: string
}

export interface SubjectRole {
  readonly subject: string
  readonly roleId: string
  readonly tenant: string
}

export interface Question {
  readonly subject: string
  readonly tenant: string
  /** Any one of these suffices, as in an operation's requirement. */
  readonly required: readonly Right[]
  readonly roleRights: readonly RoleRight[]
  readonly subjectRoles: readonly SubjectRole[]
}

export interface Explanation {
  readonly allowed: boolean
  readonly by?: { readonly role: string; readonly right: Right }
  /** The rights of which one would have been enough; empty when allowed. */
  readonly missing: Right[]
}

const model = readFileSync(new URL('./model.conf', import.meta.url), 'utf8')

// Casbin lets a name stand for itself as a role, so a user called like a role would own it.
const asSubject = (id: string) => `subject:${id}`
const asRole = (id: string) => `role:${id}`

const readOnly = () => Promise.reject(new Error('The policy is changed in its tables, not here'))

const rowsAdapter = (
  roleRights: readonly RoleRight[],
  subjectRoles: readonly SubjectRole[],
): Adapter => ({
  loadPolicy: async (into: Model) => {
    into.addPolicies(
      'p',
      'p',
      roleRights.map(({ roleId, right }) => [asRole(roleId), right]),
    )
    into.addPolicies(
      'g',
      'g',
      subjectRoles.map(({ subject, roleId, tenant }) => [
        asSubject(subject),
        asRole(roleId),
        tenant,
      ]),
    )
  },
  savePolicy: readOnly,
  addPolicy: readOnly,
  removePolicy: readOnly,
  removeFilteredPolicy: readOnly,
})

/** The textbook enforcer over plain rows: the reference the compiled sets are compared with. */
export const textbookEnforcer = async (
  roleRights: readonly RoleRight[],
  subjectRoles: readonly SubjectRole[],
) => {
  const enforcer = await newEnforcer(
    newModelFromString(model),
    rowsAdapter(roleRights, subjectRoles),
  )
  return {
    /** The id of the role that carries the right for the subject, if any does. */
    roleThatGrants: async (subject: string, tenant: string, right: Right) => {
      const [allowed, [role]] = await enforcer.enforceEx(asSubject(subject), tenant, right)
      return allowed ? role?.slice(asRole('').length) : undefined
    },
    grants: (subject: string, tenant: string, right: Right) =>
      enforcer.enforceSync(asSubject(subject), tenant, right),
  }
}

/** Which role and right let a subject in, or what it lacks: slow, for people, not for requests. */
export async function explainAccess(question: Question): Promise<Explanation> {
  const { subject, tenant, required, roleRights, subjectRoles } = question
  const enforcer = await textbookEnforcer(roleRights, subjectRoles)
  for (const right of widestFirst(required)) {
    const roleId = await enforcer.roleThatGrants(subject, tenant, right)
    if (roleId === undefined) continue
    const role = roleRights.find((row) => row.roleId === roleId)?.roleName ?? roleId
    return { allowed: true, by: { role, right }, missing: [] }
  }
  return { allowed: false, missing: [...required] }
}
