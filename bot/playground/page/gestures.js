// What a finger and a mouse can do to a message: swipe it to reply, hold it or right-click it for its menu. Promises to
// leave scrolling, selecting and links alone. Refuses to take a gesture that began in a code block or on a button.

const HOLD_MS = 450;
const STILL_PX = 10;
const SWIPE_PX = 56;
const MOST_PX = 84;

/** `onReply(id)`, `onMenu(id, point)`; `list` holds the items. */
export function listenToGestures(list, { onReply, onMenu }) {
  let drag;

  const item = (target) => target.closest?.(".item");
  const idOf = (node) => Number(node.dataset.id);
  const end = () => {
    if (drag === undefined) return;
    clearTimeout(drag.timer);
    drag.node.classList.remove("swiping", "swiped");
    drag.node.style.removeProperty("--swipe");
    drag = undefined;
  };

  list.addEventListener("pointerdown", (event) => {
    const node = item(event.target);
    if (!node || event.pointerType === "mouse" || event.target.closest("pre, .key, .more, .copy, .unfold"))
      return;
    end();
    const { clientX: x, clientY: y, pointerId } = event;
    const hold = () => {
      const held = drag;
      end();
      if (held !== undefined) onMenu(idOf(held.node), { x, y });
      suppressClick(list);
    };
    drag = { node, x, y, pointerId, timer: setTimeout(hold, HOLD_MS) };
  });

  list.addEventListener("pointermove", (event) => {
    if (drag?.pointerId !== event.pointerId) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (Math.hypot(dx, dy) > STILL_PX) clearTimeout(drag.timer);
    const isSideways = drag.isSwipe || (dx < -STILL_PX && Math.abs(dx) > Math.abs(dy) * 1.5);
    if (!isSideways) return;
    drag.isSwipe = true;
    drag.node.classList.add("swiping");
    drag.node.style.setProperty("--swipe", `${Math.max(-MOST_PX, Math.min(0, dx))}px`);
    drag.node.classList.toggle("swiped", dx < -SWIPE_PX);
  });

  list.addEventListener("pointerup", (event) => {
    if (drag?.pointerId !== event.pointerId) return;
    const { node, isSwipe } = drag;
    const isFar = node.classList.contains("swiped");
    end();
    if (!isSwipe) return;
    suppressClick(list);
    if (isFar) onReply(idOf(node));
  });
  list.addEventListener("pointercancel", end);

  list.addEventListener("contextmenu", (event) => {
    const node = item(event.target);
    const isSelecting = String(getSelection()) !== "";
    if (!node || isSelecting || event.target.closest("a, pre")) return;
    event.preventDefault();
    if (event.pointerType !== "touch") onMenu(idOf(node), { x: event.clientX, y: event.clientY });
  });

  list.addEventListener("dblclick", (event) => {
    const node = item(event.target);
    if (node && !event.target.closest("a, pre, button, .text")) onReply(idOf(node));
  });

  list.addEventListener("keydown", (event) => {
    if (!event.target.classList.contains("item")) return;
    const isMenu =
      ["Enter", " ", "ContextMenu"].includes(event.key) || (event.shiftKey && event.key === "F10");
    if (!isMenu && event.key !== "r") return;
    event.preventDefault();
    const { left, top } = event.target.getBoundingClientRect();
    if (isMenu) onMenu(idOf(event.target), { x: left + 24, y: Math.max(top, 60) + 24 });
    else onReply(idOf(event.target));
  });
}

/** The click that follows a gesture is not meant for what lies under the finger. */
function suppressClick(list) {
  const stop = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  list.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => list.removeEventListener("click", stop, { capture: true }), 400);
}
