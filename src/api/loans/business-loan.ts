import { todosOf } from '../../behaviours/todos.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const todos = todosOf(BusinessLoan, 'businessLoanId')

export default {
  createTodoOfBusinessLoan: operation('POST /business-loan/todo', 'CreateBusinessLoanToDo', {
    ...todos.create,
    locate: ({ id, targetId }) => `/business-loan/todo/${targetId}/${id}`,
  }),
  listTodosOfBusinessLoan: operation(
    'GET /business-loan/todo/{businessLoanId}',
    'GetBusinessLoanToDo',
    todos.list,
  ),
  searchTodosOfBusinessLoans: operation(
    'POST /business-loan/todo/search',
    'SearchBusinessLoanToDo',
    todos.search,
  ),
  readTodoOfBusinessLoan: operation(
    'GET /business-loan/todo/{businessLoanId}/{id}',
    'GetBusinessLoanToDo',
    todos.read,
  ),
  updateTodoOfBusinessLoan: operation(
    'PUT /business-loan/todo/{businessLoanId}/{id}',
    'UpdateBusinessLoanToDo',
    todos.update,
  ),
  resolveTodosOfBusinessLoans: operation(
    'PUT /business-loan/todo/resolve-multiple',
    'UpdateBusinessLoanToDo',
    { ...todos.resolveMultiple, extension: true },
  ),
  deleteTodoOfBusinessLoan: operation(
    'DELETE /business-loan/todo/{businessLoanId}/{id}',
    'DeleteBusinessLoanToDo',
    todos.delete,
  ),
} satisfies Room
