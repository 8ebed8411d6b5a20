import { z } from 'zod'
import { addRight } from '../../activities/access/add-right.ts'
import { changeableRole } from '../../activities/access/changeable-role.ts'
import { createRole, createRoleInput } from '../../activities/access/create-role.ts'
import { deleteRole } from '../../activities/access/delete-role.ts'
import { rightsOfRoles } from '../../activities/access/grants.ts'
import { removeRight } from '../../activities/access/remove-right.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { notFound } from '../../domain/refusal.ts'
import { Role } from '../../entities/role.ts'
import { isRight, rightNames } from '../../policy/rights.ts'
import { collection } from '../../kernel/read/collection.ts'
import { change } from '../../kernel/read/fields.ts'
import { exact, instants, text } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { RightName, rights } from './views.ts'

export const roleView = viewOf(Role, ['id', 'name', 'description', 'template', 'versioned'])

const RoleWithRights = roleView.schema.extend({ rights: z.array(RightName) }).meta({
  id: 'RoleWithRights',
})

/** Rights are shown in the order of the catalogue. */
async function showWithRights(unit: Unit, role: Role): Promise<z.output<typeof RoleWithRights>> {
  const rightsOfRole = new Set(await rightsOfRoles(unit, [role]))
  return { ...roleView.show(role), rights: rightNames.filter((right) => rightsOfRole.has(right)) }
}

export const roles = collection(Role, {
  noun: ['role', 'roles'],
  shows: roleView,
  filters: { name: text(), template: exact(z.string().min(1).max(40)), createdAt: instants() },
  sort: ['name', 'createdAt'],
})

export default {
  listRoles: operation('GET /roles', 'ReadRoles', roles.list),

  readRole: operation('GET /roles/{id}', 'ReadRole', {
    summary: 'Read one of the roles, with the rights it carries',
    returns: RoleWithRights,
  }).handle(async ({ unit, params }) => {
    if (unit.scope.debtorId !== null) return notFound()
    return showWithRights(unit, await unit.load(Role, params.id))
  }),

  createRole: operation('POST /roles', 'CreateRoles', {
    summary: 'Create a role of rights that the caller has',
    body: createRoleInput.extend({ rights: rights.default([]) }),
    returns: RoleWithRights,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
  }).handle(async ({ unit, body }) => showWithRights(unit, await createRole(unit, body))),

  updateRole: operation('PUT /roles/{id}', 'CreateRoles', {
    summary: 'Change the name or description of a role',
    body: bodyOf(Role, ['name', 'description']).partial(),
    returns: RoleWithRights,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'SHIPPED_ROLE'],
    extension: true,
  }).handle(async ({ unit, params, body }) => {
    const role = change(await changeableRole(unit, params.id), body)
    await unit.flush()
    return showWithRights(unit, role)
  }),

  deleteRole: operation('DELETE /roles/{id}', 'DeleteRole', {
    names: { entity: Role },
    summary: 'Delete a role that nobody has',
    refuses: ['GRANT_EXCEEDS_HOLDER', 'IN_USE', 'SHIPPED_ROLE'],
  }).handle(({ unit, params }) => deleteRole(unit, params.id)),

  addRightToRole: operation('POST /roles/{id}/rights/{rightId}', 'AddRoleRight', {
    summary: 'Add a right, which the caller has, to a role; the right is named by its name',
    returns: RoleWithRights,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'SHIPPED_ROLE'],
  }).handle(async ({ unit, params }) => {
    const right = isRight(params.rightId) ? params.rightId : notFound()
    return showWithRights(unit, await addRight(unit, params.id, right))
  }),

  removeRightFromRole: operation('DELETE /roles/{id}/rights/{rightId}', 'RemoveRoleRight', {
    summary: 'Take a right from a role; the right is named by its name',
    refuses: ['GRANT_EXCEEDS_HOLDER', 'SHIPPED_ROLE'],
  }).handle(({ unit, params }) => removeRight(unit, params.id, params.rightId)),
} satisfies Room
