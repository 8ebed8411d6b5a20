import { todosOf } from '../../behaviours/todos.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const todos = todosOf(SystemDebtor, 'debtorId')

export default {
  listTodosOfSystemDebtor: operation(
    'GET /system-debtor/todo/{debtorId}',
    'GetSystemDebtorToDo',
    todos.list,
  ),
  searchTodosOfSystemDebtors: operation(
    'POST /system-debtor/todo/search',
    'SearchSystemDebtorToDo',
    todos.search,
  ),
  createTodoOfSystemDebtor: operation('POST /system-debtor/todo', 'CreateSystemDebtorToDo', {
    ...todos.create,
    locate: ({ id, targetId }) => `/system-debtor/todo/${targetId}/${id}`,
  }),
  readTodoOfSystemDebtor: operation(
    'GET /system-debtor/todo/{debtorId}/{id}',
    'GetSystemDebtorToDo',
    todos.read,
  ),
  updateTodoOfSystemDebtor: operation(
    'PUT /system-debtor/todo/{debtorId}/{id}',
    'UpdateSystemDebtorToDo',
    todos.update,
  ),
  resolveTodosOfSystemDebtors: operation(
    'PUT /system-debtor/todo/resolve-multiple',
    'UpdateSystemDebtorToDo',
    todos.resolveMultiple,
  ),
} satisfies Room
