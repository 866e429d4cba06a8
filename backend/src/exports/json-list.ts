/** A list in JSON, an entry a line: however long it is, an entry at a time is in memory. */
export async function* jsonList(entries: AsyncIterable<object>): AsyncGenerator<string, void, void> {
  let isEmpty = true;
  for await (const entry of entries) {
    yield `${isEmpty ? '[\n' : ',\n'}${JSON.stringify(entry)}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]\n' : '\n]\n';
}
