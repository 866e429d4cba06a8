/** Serializes a JSON array entry by entry, one per line, so that memory holds a single entry. */
export async function* jsonList(entries: AsyncIterable<object>): AsyncGenerator<string, void, void> {
  let isEmpty = true;
  for await (const entry of entries) {
    yield `${isEmpty ? '[\n' : ',\n'}${JSON.stringify(entry)}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]\n' : '\n]\n';
}
