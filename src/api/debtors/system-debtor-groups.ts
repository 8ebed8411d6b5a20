import {
  createDebtorGroup,
  createDebtorGroupInput,
  deleteDebtorGroup,
  updateDebtorGroup,
  updateDebtorGroupInput,
} from '../../activities/debtors/groups/debtor-groups.ts'
import {
  addDebtorToGroup,
  addDebtorToGroupInput,
  removeDebtorFromGroup,
} from '../../activities/debtors/groups/debtors-of-group.ts'
import { leftInGroups } from '../../activities/debtors/groups/left-in-groups.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { SystemDebtorGroup, SystemDebtorGroupMember } from '../../entities/system-debtor-group.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown, shownAmount } from '../../kernel/read/amounts.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { systemDebtors, systemDebtorView } from './system-debtor-collection.ts'

const debtorGroupView = viewOf(
  SystemDebtorGroup,
  [
    'id',
    'name',
    'description',
    'parentId',
    'currency',
    'creditLimit',
    'utilised',
    'reserved',
    'versioned',
  ],
  {
    /** The least that it and the groups above it have left; null where none of them has a limit. */
    more: { available: amountShown.nullable() },
    facts: leftInGroups,
    show: (group, leftIn: Awaited<ReturnType<typeof leftInGroups>>) => ({
      available: shownAmount(leftIn(group), group.currency),
    }),
  },
)

const debtorGroups = collection(SystemDebtorGroup, {
  noun: ['group of system debtors', 'groups of system debtors'],
  shows: debtorGroupView,
  filters: filtersOf(SystemDebtorGroup, ['name', 'parentId', 'createdAt']),
  sort: ['name', 'createdAt'],
})

const members = { row: 'systemDebtorId', owner: 'groupId' } as const

export default {
  listDebtorGroups: operation(
    'GET /system-debtor-groups',
    'ReadSystemDebtorGroups',
    forTheTenantAlone(debtorGroups.list),
  ),
  searchDebtorGroups: operation(
    'POST /system-debtor-groups/search',
    'SearchSystemDebtorGroups',
    forTheTenantAlone(debtorGroups.search),
  ),
  readDebtorGroup: operation(
    'GET /system-debtor-groups/{id}',
    'ReadSystemDebtorGroup',
    forTheTenantAlone(debtorGroups.read),
  ),

  createDebtorGroup: operation('POST /system-debtor-groups', 'CreateSystemDebtorGroups', {
    summary: 'Form a group of system debtors that share a limit',
    body: createDebtorGroupInput,
    shows: debtorGroupView,
    refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createDebtorGroup(unit, body)),

  updateDebtorGroup: operation('PUT /system-debtor-groups/{id}', 'UpdateSystemDebtorGroups', {
    summary: 'Change a group of system debtors, its limit, or its place',
    body: updateDebtorGroupInput,
    shows: debtorGroupView,
    confirms: true,
    refuses: ['ALREADY_EXISTS', 'DEBTOR_GROUP_CIRCLE', 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => updateDebtorGroup(unit, params.id, body)),

  deleteDebtorGroup: operation('DELETE /system-debtor-groups/{id}', 'DeleteSystemDebtorGroups', {
    names: { entity: SystemDebtorGroup },
    summary: 'Dissolve a group of system debtors; these remain',
    confirms: true,
    refuses: ['DEBTOR_GROUP_HAS_GROUPS'],
  }).handle(({ unit, params }) => deleteDebtorGroup(unit, params.id)),

  listDebtorsOfGroup: operation(
    'GET /system-debtor-groups/{id}/system-debtors',
    'ReadSystemDebtorGroupSystemDebtors',
    {
      ...forTheTenantAlone(
        systemDebtors.linked(SystemDebtorGroup, SystemDebtorGroupMember, members),
      ),
      summary: 'List the system debtors of a group',
    },
  ),

  addDebtorToGroup: operation(
    'POST /system-debtor-groups/{id}/system-debtors',
    'CreateSystemDebtorGroupSystemDebtors',
    {
      summary: 'Add a system debtor to a group, whose limit it shares',
      body: addDebtorToGroupInput,
      shows: systemDebtorView,
      refuses: ['ALREADY_EXISTS', 'IN_ANOTHER_DEBTOR_GROUP', 'NOT_FOUND'],
      locate: ({ id }) => `/system-debtors/${id}`,
    },
  ).handle(({ unit, params, body }) => addDebtorToGroup(unit, params.id, body)),

  removeDebtorFromGroup: operation(
    'DELETE /system-debtor-groups/{id}/system-debtors/{systemDebtorId}',
    'DeleteSystemDebtorGroupSystemDebtors',
    { summary: 'Take a system debtor out of its group', confirms: true },
  ).handle(({ unit, params }) => removeDebtorFromGroup(unit, params.id, params.systemDebtorId)),
} satisfies Room
