import { todosOf } from '../../behaviours/todos.ts'
import { Debtor } from '../../entities/debtor.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const todos = todosOf(Debtor, 'debtorId')

export default {
  listTodosOfDebtor: operation('GET /debtor/todo/{debtorId}', 'GetDebtorToDo', todos.list),
  searchTodosOfDebtors: operation('POST /debtor/todo/search', 'SearchDebtorToDo', todos.search),
  createTodoOfDebtor: operation('POST /debtor/todo', 'CreateDebtorToDo', {
    ...todos.create,
    locate: ({ id, targetId }) => `/debtor/todo/${targetId}/${id}`,
  }),
  readTodoOfDebtor: operation('GET /debtor/todo/{debtorId}/{id}', 'GetDebtorToDo', todos.read),
  updateTodoOfDebtor: operation(
    'PUT /debtor/todo/{debtorId}/{id}',
    'UpdateDebtorToDo',
    todos.update,
  ),
  resolveTodosOfDebtors: operation(
    'PUT /debtor/todo/resolve-multiple',
    'UpdateDebtorToDo',
    todos.resolveMultiple,
  ),
} satisfies Room
