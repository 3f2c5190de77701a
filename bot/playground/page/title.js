// The title of the tab: the bot's name, and how many of its messages came while nobody looked. Promises to forget them
// as soon as somebody does. Refuses to count what one wrote oneself.

export function createTitle() {
  let name = document.title;
  let missed = 0;
  const render = () => {
    document.title = missed === 0 ? name : `(${missed}) ${name}`;
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    missed = 0;
    render();
  });
  return {
    name(next) {
      name = next;
      render();
    },
    came(message) {
      if (!document.hidden || message.mine) return;
      missed += 1;
      render();
    },
  };
}
