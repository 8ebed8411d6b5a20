import { todosOf } from '../../behaviours/todos.ts'
import { Client } from '../../entities/client.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const todos = todosOf(Client, 'clientId')

export default {
  listTodosOfClient: operation('GET /client/todo/{clientId}', 'GetClientToDo', todos.list),
  searchTodosOfClients: operation('POST /client/todo/search', 'SearchClientToDo', todos.search),
  createTodoOfClient: operation('POST /client/todo', 'CreateClientToDo', {
    ...todos.create,
    locate: ({ id, targetId }) => `/client/todo/${targetId}/${id}`,
  }),
  readTodoOfClient: operation('GET /client/todo/{clientId}/{id}', 'GetClientToDo', todos.read),
  updateTodoOfClient: operation(
    'PUT /client/todo/{clientId}/{id}',
    'UpdateClientToDo',
    todos.update,
  ),
  resolveTodosOfClients: operation(
    'PUT /client/todo/resolve-multiple',
    'UpdateClientToDo',
    todos.resolveMultiple,
  ),
} satisfies Room
